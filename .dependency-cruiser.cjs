/** Imports run one way: platform ← api ← pages ← rooms ← pages of rooms ← app (docs/ARCHITECTURE.md). */
module.exports = {
	forbidden: [
		{ name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
		{
			name: "platform-knows-no-noun",
			severity: "error",
			from: { path: "^src/platform/", pathNot: "\\.test\\.ts$|^src/platform/room\\.ts$" },
			to: { path: "^src/", pathNot: "^src/platform/" },
		},
		{
			name: "api-knows-no-room",
			severity: "error",
			from: { path: "^src/api/", pathNot: "\\.test\\.ts$|^src/api/room\\.ts$" },
			to: { path: "^src/", pathNot: "^src/(platform|api)/|^src/version\\.ts$" },
		},
		{
			name: "rooms-do-not-know-the-app",
			severity: "error",
			comment: "Every room there is; the version is no part of the app.",
			from: {
				path: "^src/[^/]+/",
				pathNot: "^src/(cli|workers|migrations)/|^src/[^/]+/room\\.ts$|\\.test\\.ts$",
			},
			to: { path: "^src/(cli|workers|migrations)/|^src/(?!version\\.ts)[^/]+\\.ts$" },
		},
		{
			name: "what-pages-share-knows-no-feature",
			severity: "error",
			from: { path: "^src/pages/", pathNot: "\\.test\\.ts$|^src/pages/room\\.ts$" },
			to: { path: "^src/", pathNot: "^src/(platform|api|pages)/|^src/version\\.ts$" },
		},
		{
			name: "rooms-do-not-know-their-pages",
			comment: "Pages stand above all rooms, so that those of one noun may show another.",
			severity: "error",
			from: {
				path: "^src/[^/]+/",
				pathNot:
					"^src/[^/]+/(pages/|(room|commands|works|checks|tasks)\\.ts$)|^src/(cli|workers)/|\\.test\\.ts$",
			},
			to: { path: "^src/[^/]+/pages/" },
		},
		{
			name: "a-schema-step-knows-no-noun",
			comment: "It does the same for ever, whatever becomes of the rooms.",
			severity: "error",
			from: { path: "^src/migrations/" },
			to: { path: "^src/", pathNot: "^src/(migrations|platform)/" },
		},
		{
			name: "stores-belong-to-their-noun",
			comment: "A noun may call what another offers, never its store.",
			severity: "error",
			from: { path: "^src/([^/]+)/", pathNot: "\\.test\\.ts$|^src/(cli|workers)/" },
			to: { path: "^src/(clients/policy|pictures/store|webhooks/register)/store\\.ts$", pathNot: "^src/$1/" },
		},
		{
			name: "pages-know-the-contract-alone",
			comment: "And of that the types: schemas would land in the bundle.",
			severity: "error",
			from: { path: "^web/" },
			to: {
				path: "^src/",
				pathNot: [
					"^src/routes\\.ts$",
					"^src/pages/contract\\.ts$",
					"^src/[^/]+/pages/contract\\.ts$",
					"^src/[^/]+/pages/[^/]+/contract\\.ts$",
				],
			},
		},
		{
			name: "pages-import-types-of-the-contract",
			severity: "error",
			from: { path: "^web/" },
			to: { path: "^src/", dependencyTypesNot: ["type-only"] },
		},
		{
			name: "service-knows-few-words-of-pages",
			comment:
				"To answer 404 for paths that are no page, and to say in mail and on public pages what pages behind sign-in say: of alerts, how long credits last, and names in two scripts.",
			severity: "error",
			from: { path: "^src/" },
			to: { path: "^web/", pathNot: "^web/src/(shell/page-table|format/(alert-kinds|lasts|names-in))\\.ts$" },
		},
		{
			name: "only-its-command-knows-the-demo",
			comment: "The service is whole without it.",
			severity: "error",
			from: {
				path: "^src/",
				pathNot: "^src/cli/(load-)?demo(-history)?(\\.test)?\\.ts$|^src/workers/demo-renderer\\.ts$",
			},
			to: { path: "^demo/" },
		},
		{
			name: "demo-knows-the-catalogue-and-text-outlines",
			comment: "It is products and pictures; storing them is the command's.",
			severity: "error",
			from: { path: "^demo/", pathNot: "\\.test\\.ts$" },
			to: {
				path: "^src/",
				pathNot:
					"^src/catalogue/(fields/(schemas|scopes|vocabularies)|writing/metadata-change)\\.ts$|^src/pictures/preparation/text-outlines\\.ts$",
			},
		},
		{
			name: "marking-stands-alone",
			comment: "It is used without the service; its benchmark takes pictures of the demo.",
			severity: "error",
			from: { path: "^marking/src/" },
			to: { path: "^(src|demo|test|bench)/" },
		},
		{
			name: "marking-by-its-entries",
			comment: "Benchmarks share attacks and pictures.",
			severity: "error",
			from: { pathNot: "^(marking|bench)/" },
			to: { path: "^marking/", pathNot: "^marking/src/(prepare|deliver|attribute|search)\\.ts$" },
		},
		{
			name: "sdk-stands-alone",
			comment: "It runs in browsers and needs no other package.",
			severity: "error",
			from: { path: "^sdk/src/", pathNot: "\\.test\\.ts$" },
			to: { pathNot: "^sdk/src/|^src/platform/failure-reason\\.ts$" },
		},
		{
			name: "sdk-by-its-entry",
			severity: "error",
			from: { path: "^(?!sdk/)" },
			to: { path: "^sdk/", pathNot: "^sdk/src/index\\.ts$" },
		},
		{
			name: "studio-stands-alone",
			comment: "The service and `packshot studio` work with it; its benchmarks take pictures of the demo.",
			severity: "error",
			from: { path: "^studio/src/", pathNot: "\\.(test|fixture)\\.ts$" },
			to: { path: "^(src|demo|marking|web|sdk|pull|test|bench|studio/bench)/" },
		},
		{
			name: "studio-by-its-entries",
			severity: "error",
			from: { pathNot: "^studio/" },
			to: { path: "^studio/", pathNot: "^studio/src/\\w+/index\\.ts$" },
		},
		{
			name: "tables-stands-alone",
			comment: "The service, the pages and packshot-pull read tables with it, in Node.js and in browsers.",
			severity: "error",
			from: { path: "^tables/src/", pathNot: "\\.test\\.ts$" },
			to: { path: "^(src|demo|marking|web|sdk|pull|test)/" },
		},
		{
			name: "tables-needs-no-node",
			severity: "error",
			from: { path: "^tables/src/", pathNot: "\\.test\\.ts$" },
			to: { dependencyTypes: ["core"] },
		},
		{
			name: "delivery-decodes-nothing",
			comment: "No decoder is loaded where a request waits.",
			severity: "error",
			from: { path: "^src/pictures/delivery/delivery\\.ts$" },
			to: { path: "node_modules/sharp/|^src/pictures/preparation/", reachable: true },
		},
		{
			name: "decoders-in-processes-of-their-own",
			comment:
				"What decodes or draws what somebody sent has to be endable, so it is called by entries of processes alone.",
			severity: "error",
			from: {
				path: "^src/",
				pathNot: "^src/(pictures/preparation|workers)/|^src/cli/load-demo|\\.(test|fixture)\\.ts$",
			},
			to: { path: "node_modules/sharp/" },
		},
		{
			name: "preparation-in-processes-of-its-own",
			severity: "error",
			from: {
				path: "^src/",
				pathNot: "^src/(pictures/preparation|workers)/|^src/cli/load-demo|\\.(test|fixture)\\.ts$",
			},
			to: {
				path: "^src/pictures/preparation/",
				pathNot: "^src/pictures/preparation/watermark-settings\\.ts$",
				dependencyTypesNot: ["type-only"],
			},
		},
		{
			name: "few-open-prepared-pictures",
			comment:
				"A base leaves as a delivery, or in the evidence of a leak (SPEC D42): nothing else gets hold of its bytes, handlers of the pages least of all.",
			severity: "error",
			from: {
				path: "^src/",
				pathNot:
					"^src/pictures/(delivery/(delivery|deliverable-picture|mark-formats)|store/(plain-sizes|check-pictures))\\.ts$|^src/leaks/attribution/(leak-report|leak-suspects|attribution-tasks|client-scores)\\.ts$|^src/leaks/cases/(recheck|trace-case|case-file|commitments)\\.ts$|^src/workers/leak-attributor\\.ts$|\\.(test|fixture)\\.ts$",
			},
			to: { path: "^marking/src/deliver\\.ts$" },
		},
		{
			name: "opened-pictures-stay-with-delivery",
			severity: "error",
			from: { path: "^src/", pathNot: "^src/(pictures|leaks)/|\\.test\\.ts$" },
			to: { path: "^src/pictures/delivery/(deliverable-picture|prepared-cache|marked-files)\\.ts$" },
		},
		{
			name: "no-orphans",
			severity: "error",
			from: {
				orphan: true,
				pathNot:
					"\\.test\\.ts$|\\.d\\.ts$|^src/main\\.ts$|^marking/src/\\w+\\.ts$|^bench/clicks/watch-page\\.js$",
			},
			to: {},
		},
	],
	options: {
		tsPreCompilationDeps: true,
		tsConfig: { fileName: "tsconfig.json" },
		doNotFollow: { path: "node_modules" },
		// Workspaces import each other through their package exports.
		enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
	},
};
