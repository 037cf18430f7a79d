/** Imports run one way: platform ← nouns ← app (docs/ARCHITECTURE.md). */
module.exports = {
	forbidden: [
		{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
		{
			name: "platform-knows-no-noun",
			severity: "error",
			from: { path: "^src/platform/", pathNot: "\\.test\\.ts$" },
			to: { path: "^src/", pathNot: "^src/platform/" },
		},
		{
			name: "nouns-do-not-know-the-app",
			severity: "error",
			from: { path: "^src/(clients|auth|billing|catalogue|images|intake|account|health|portal|demo)/" },
			to: { path: "^src/(cli|workers|migrations)/|^src/(app|commands|config|installation|main)\\.ts$" },
		},
		{
			name: "stores-belong-to-their-noun",
			comment: "A noun may call what another offers, never its store.",
			severity: "error",
			from: { path: "^src/([^/]+)/", pathNot: "\\.test\\.ts$|^src/(cli|workers)/" },
			to: { path: "^src/[^/]+/store\\.ts$", pathNot: "^src/$1/" },
		},
		{
			name: "pages-know-the-contract-alone",
			comment: "And of that the types: schemas would land in the bundle.",
			severity: "error",
			from: { path: "^web/" },
			to: { path: "^src/", pathNot: "^src/portal/contract/" },
		},
		{
			name: "pages-import-types-of-the-contract",
			severity: "error",
			from: { path: "^web/" },
			to: { path: "^src/", dependencyTypesNot: ["type-only"] },
		},
		{
			name: "no-orphans",
			severity: "error",
			from: { orphan: true, pathNot: "\\.test\\.ts$|\\.d\\.ts$|^src/main\\.ts$" },
			to: {},
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.json" },
		doNotFollow: { path: "node_modules" },
	},
};
