import Type, { type Static } from "typebox";
import { VARIANTS } from "../../../catalogue/fields/scopes.ts";
import { type FeatureRoutes, orNull, Time, tagged } from "../../../pages/contract.ts";
import { watermarkPlaces } from "../../preparation/watermark-settings.ts";

/** Maximum size of a logo in bytes. */
export const LOGO_BYTES = 512 * 1024;
/** A logo is sent as Base64. */
const LOGO_CHARACTERS = 4 * Math.ceil(LOGO_BYTES / 3);

const Percent = Type.Integer({ minimum: 1, maximum: 100 });

/** How a mark is drawn. */
export const watermarkLook = {
	place: Type.Enum([...watermarkPlaces], {
		description: "`invisible`: nothing is drawn, except on pictures that cannot carry invisible marks.",
	}),
	width_percent: Type.Integer({
		...Percent,
		description: "Width of one mark, relative to the width of the picture.",
	}),
	opacity_percent: Percent,
};

const GivenStyle = Type.Object({
	...watermarkLook,
	mark: Type.Optional(
		Type.Union(
			[
				Type.Object({ text: Type.String({ minLength: 1, maxLength: 60 }) }),
				Type.Object({
					logo: Type.String({
						minLength: 1,
						maxLength: LOGO_CHARACTERS,
						pattern: "^[A-Za-z0-9+/]+={0,2}$",
						description: "A PNG or SVG file as Base64.",
					}),
					name: Type.String({ minLength: 1, maxLength: 200, description: "What the file is called." }),
				}),
			],
			{ description: "What is drawn; by default what is drawn today." },
		),
	),
});
export type GivenStyle = Static<typeof GivenStyle>;

const deciding = orNull(
	Type.String({
		description: "The setting that overrides what is saved.",
		examples: ["PACKSHOT_WATERMARK_PLACE"],
	}),
);

const Watermark = Type.Object({
	style: Type.Object({
		mark: Type.Union([
			Type.Object({ kind: Type.Literal("text"), text: Type.String() }),
			Type.Object({ kind: Type.Literal("logo"), name: Type.String() }),
		]),
		...watermarkLook,
	}),
	decided_by: Type.Object({
		mark: deciding,
		place: deciding,
		width_percent: deciding,
		opacity_percent: deciding,
	}),
	revision: Type.Integer({ description: "Number of times a style was saved." }),
	saved_at: orNull(Time),
	saved_by: orNull(Type.String({ description: "E-mail address." })),
	pictures: Type.Integer({ description: "Current pictures." }),
	outdated: Type.Integer({
		description: "Those of them that have another style, or marks of an earlier version.",
	}),
	estimate: Type.Object(
		{
			seconds: Type.Integer(),
			bytes: Type.Integer({ description: "Space taken by the new files; the old ones are kept." }),
		},
		{ description: "What reprocessing the outdated ones would take, roughly." },
	),
});
export type Watermark = Static<typeof Watermark>;

const Run = Type.Object({
	state: Type.Enum(["going", "paused", "done", "stopped", "failed"]),
	is_running: Type.Boolean({ description: "False while it waits for a server." }),
	asked: orNull(
		Type.Enum(["pause", "stop", "begin"], {
			description: "What it is about to do; `begin`: continue with another style.",
		}),
	),
	by: orNull(Type.String({ description: "E-mail address; null: the command line." })),
	total: orNull(Type.Integer({ description: "Null until they are counted." })),
	prepared: Type.Integer(),
	completed: Type.Integer({
		description: "Pictures that were given missing sizes, thumbnails or quality notes.",
	}),
	superseded: Type.Integer({ description: "Replaced or removed meanwhile." }),
	failed: Type.Integer(),
	failures: Type.Array(
		Type.Object({ barcode: Type.String(), variant: Type.String(), reason: Type.String() }),
		{ description: "The first ones." },
	),
	failure: orNull(Type.String({ description: "Why it failed or waits." })),
	worked_ms: Type.Integer(),
	seconds_left: orNull(Type.Integer({ description: "Estimated at the pace so far." })),
	begun_at: Time,
	ended_at: orNull(Time),
});
const Preparing = Type.Object({
	run: orNull(Type.Object(Run.properties, { description: "The current run, or the last one." })),
});
export type PreparingRunAnswer = Static<typeof Run>;

const Samples = Type.Object({
	data: Type.Array(
		Type.Object({
			barcode: Type.String(),
			variant: Type.Enum([...VARIANTS]),
			product_name: orNull(Type.String()),
			thumbnail: orNull(
				Type.String({ description: "The version of the picture, for `GET /thumbnails/{thumbnail}`." }),
			),
			shows: orNull(Type.Enum(["light", "dark", "cut_out"], { description: "What it is an example of." })),
		}),
	),
});

/** The watermark's style, and reprocessing pictures with it. */
export const watermarkRoutes = tagged("Watermark", ["administrator"], {
	"GET /admin/watermark": {
		summary: "The style in effect, and how many pictures have another one",
		answer: Watermark,
	},
	"PUT /admin/watermark": {
		summary: "Save a style; existing pictures keep theirs until they are reprocessed",
		body: Type.Object({
			...GivenStyle.properties,
			revision: Type.Integer({
				minimum: 0,
				maximum: Number.MAX_SAFE_INTEGER - 1,
				description: "Of the style that this one is to replace.",
			}),
		}),
		bodyLimitBytes: LOGO_CHARACTERS + 10_000,
		answer: Watermark,
		errors: ["style_changed", "watermark_refused"],
	},
	"GET /admin/watermark/samples": {
		summary:
			"Pictures to look at a style on: a light package, a dark one and a cut-out, or those of a product",
		query: Type.Object({ barcode: Type.Optional(Type.String({ maxLength: 14 })) }),
		answer: Samples,
		errors: ["invalid_barcode", "not_found", "upstream_error"],
	},
	"POST /admin/watermark/preview": {
		summary: "A picture with a style, as a preview without invisible marks",
		description:
			"The longer edge has at most 320 pixels. With `invisible` it has a mark in the corner, as all previews have.",
		body: Type.Object({
			...GivenStyle.properties,
			barcode: Type.String({ maxLength: 14 }),
			variant: Type.Enum([...VARIANTS]),
		}),
		bodyLimitBytes: LOGO_CHARACTERS + 10_000,
		media: ["image/webp"],
		answerHeaders: {
			"X-Watermark-Drawn": "1 if the watermark is drawn on what is delivered of this picture, otherwise 0.",
		},
		errors: ["not_found", "watermark_refused", "upstream_error"],
	},
	"GET /admin/watermark/preparing": {
		summary: "Progress of reprocessing",
		answer: Preparing,
	},
	"POST /admin/watermark/preparing": {
		summary: "Reprocess all pictures that have another style, and add what others lack",
		answer: Preparing,
		errors: ["preparing_under_way"],
	},
	"POST /admin/watermark/preparing/pause": {
		summary: "Pause; pictures already started are finished",
		answer: Preparing,
		errors: ["preparing_elsewhere"],
	},
	"POST /admin/watermark/preparing/resume": {
		summary: "Resume after a pause",
		answer: Preparing,
		errors: ["preparing_elsewhere"],
	},
	"POST /admin/watermark/preparing/stop": {
		summary: "Stop reprocessing; what was prepared is kept",
		answer: Preparing,
		errors: ["preparing_elsewhere"],
	},
} as const satisfies FeatureRoutes);
