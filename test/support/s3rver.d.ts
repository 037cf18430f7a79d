/** The package ships no types; this covers what the tests use. */
declare module "s3rver" {
	export interface StoredObject {
		readonly bucket: string;
		readonly key: string;
		readonly content: NodeJS.ReadableStream;
		readonly metadata: Readonly<Record<string, string>>;
	}
	export default class S3rver {
		constructor(options: {
			address: string;
			port: number;
			silent: boolean;
			directory: string;
			vhostBuckets: boolean;
			configureBuckets: { name: string; configs: string[] }[];
		});
		readonly store: {
			getResourcePath(bucket: string, key: string, resource: "object"): string;
			putMetadata(
				bucket: string,
				key: string,
				metadata: StoredObject["metadata"],
				md5: string,
			): Promise<void>;
			putObject(object: StoredObject): Promise<{ size: number; md5: string }>;
		};
		run(): Promise<{ address: string; port: number }>;
		close(): Promise<void>;
	}
}
