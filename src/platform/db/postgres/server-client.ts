import { Client } from "pg";
import type { Servers } from "./servers.ts";

/** What the driver calls when it is connected, or could not. */
type Connected = ((fault: Error) => void) | ((fault: null, client: Client) => void);

const serverOf = new WeakMap<object, string>();

/** What makes a pool's connections: each to the server that is current then, which is passed over if it cannot be reached. */
export function clientOf(servers: Servers): typeof Client {
	// The driver asks for a class.
	return class extends Client {
		constructor(options: ConstructorParameters<typeof Client>[0]) {
			const url = servers.current();
			super({ ...(options as object), connectionString: url });
			serverOf.set(this, url);
		}

		override connect(): Promise<Client>;
		override connect(callback: Connected): void;
		override connect(callback?: Connected): Promise<Client> | undefined {
			if (!callback) return super.connect();
			const tell = callback as (fault: Error | null, client?: Client) => void;
			super.connect((fault: Error | null, client?: Client) => {
				if (fault) passOver(servers, this);
				tell(fault, client);
			});
			return undefined;
		}
	};
}

/** Goes on to the next server, as this connection leads to none that takes writes. */
export function passOver(servers: Servers, client: object): void {
	servers.passOver(serverOf.get(client) ?? "");
}
