import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Writes `.br` and `.gz` beside every asset that shrinks, so that the service never compresses while a request waits, and the package holds these copies alone. */
export function compressed(): Plugin {
	return {
		name: "compressed",
		apply: "build",
		generateBundle: {
			order: "post",
			handler(_options, bundle) {
				for (const [fileName, file] of Object.entries(bundle)) {
					const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
					if (!/\.(js|css|svg|wasm)$/.test(fileName)) continue;
					const params = {
						[constants.BROTLI_PARAM_QUALITY]: 9,
						[constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
					};
					this.emitFile({
						type: "asset",
						fileName: `${fileName}.br`,
						source: brotliCompressSync(bytes, { params }),
					});
					// Of what is seldom asked for, one copy is enough for the package.
					if (fileName.endsWith(".wasm")) continue;
					this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
				}
			},
		},
	};
}
