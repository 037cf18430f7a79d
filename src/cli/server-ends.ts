/** For a process that a server started: signalled when the server stops or was killed, as the channel to it closes. */
export function whenServerEnds(): AbortSignal {
	const shutdown = new AbortController();
	process.once("disconnect", () => shutdown.abort());
	// A terminal sends its signals to the server as well, which then closes the channel.
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
	return shutdown.signal;
}
