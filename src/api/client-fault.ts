/** A fault in what is stored of a client. */
export interface ClientFault {
	readonly clientId: string;
	readonly problem: string;
}

export function byClient(faults: readonly ClientFault[]): string[] {
	return faults.map(({ clientId, problem }) => `${clientId}: ${problem}`);
}
