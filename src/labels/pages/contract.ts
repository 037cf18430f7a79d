import Type, { type Static } from "typebox";
import { EDITORS, type FeatureRoutes, orNull, Time, tagged } from "../../pages/contract.ts";
import { CERTAIN } from "../read-label.ts";

const Figures = Type.Object({
	total: Type.Integer({ description: "Pictures to read, including those that have been read." }),
	read: Type.Integer(),
	suggested: Type.Integer({ description: "How many of them led to a suggestion." }),
	refused: Type.Integer({ description: "How many cannot be read, such as those whose print is too small." }),
	entered: Type.Integer({ description: "How many values entered the catalogue without a review." }),
	enter_from: orNull(
		Type.Number(),
		"The certainty from which on values enter the catalogue without a review; null: none does.",
	),
});

export const LabelStatus = Type.Object({
	unread: Type.Integer({ description: "Pictures of backs whose label has not been read." }),
	run: orNull(
		Type.Object({
			state: Type.Enum(["going", "done", "stopped", "failed"]),
			failure: orNull(Type.String(), "Why it failed or is stuck."),
			started_at: Time,
			ended_at: orNull(Time),
			...Figures.properties,
		}),
		"The run in progress, or else the last one.",
	),
});
export type LabelStatus = Static<typeof LabelStatus>;

export const LabelReading = Type.Object({
	image_id: Type.String(),
	read_at: Time,
	kosher: Type.Array(Type.String(), {
		description:
			"What the label says about kosher, in its words. Whose certification it is, a person says: no symbol is read.",
	}),
	values: Type.Array(
		Type.Object({
			key: Type.String({ examples: ["nutrition.sodium"] }),
			value: Type.Unknown({ description: "As an import would give it." }),
			certainty: Type.Number({ description: "From 0 to 1." }),
			is_certain: Type.Boolean(),
			piece: Type.Object(
				{ x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() },
				{ description: "Where it stands, in shares of the picture's width and height." },
			),
			cutting: Type.String({ description: "That piece of the picture, as base64 of WebP." }),
			today: Type.Unknown({ description: "What the catalogue has; null if nothing." }),
			agrees: orNull(Type.Boolean(), "Whether the catalogue says the same; null where it has nothing."),
		}),
	),
});
export type LabelReading = Static<typeof LabelReading>;

/** Labels read from pictures of backs. */
export const labelRoutes = tagged("Administration", EDITORS, {
	"GET /admin/labels": {
		summary: "How far the reading of labels is",
		answer: LabelStatus,
	},
	"POST /admin/labels": {
		summary: "Read the labels of all backs that have not been read; what the catalogue lacks is suggested",
		body: Type.Object({
			enter_from: Type.Optional(
				Type.Number({
					minimum: CERTAIN,
					maximum: 1,
					description:
						"What is at least that certain enters the catalogue without a review where it has nothing. Only administrators say so; nothing about kosher does.",
				}),
			),
		}),
		answer: LabelStatus,
		errors: ["reading_under_way"],
	},
	"POST /admin/labels/stop": {
		summary: "Stop reading; what was read is kept",
		answer: LabelStatus,
		errors: ["nothing_being_read"],
	},
	"GET /admin/review/{proposal_id}/label": {
		summary: "What was read for a suggestion, each value with its piece of the picture",
		path: Type.Object({ proposal_id: Type.String() }),
		answer: LabelReading,
	},
} as const satisfies FeatureRoutes);
