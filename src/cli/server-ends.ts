/** For a process started by a server: aborted when the server stops or is killed, which closes the channel to it. */
export function whenServerEnds(): AbortSignal {
	const shutdown = new AbortController();
	process.once("disconnect", () => shutdown.abort());
	// A terminal sends its signals to the server as well, which then closes the channel.
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
	return shutdown.signal;
}
