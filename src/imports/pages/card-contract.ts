import Type, { type Static } from "typebox";
import { type FeatureRoutes, orNull } from "../../pages/contract.ts";
import { ImportPath } from "./table-contract.ts";

const CardGroup = Type.Object({
	barcode: orNull(Type.String({ maxLength: 14 })),
	front: orNull(Type.Integer()),
	back: orNull(Type.Integer()),
	others: Type.Array(Type.Integer(), { maxItems: 2000, description: "Pictures that are not imported." }),
	state: Type.Enum(["open", "confirmed", "left_out"]),
});

const Card = Type.Object({
	revision: Type.Integer({ description: "Identifies the groups that a correction is of." }),
	pictures: Type.Array(
		Type.Object({
			id: Type.Integer(),
			name: Type.String({ description: "As the camera named it.", examples: ["DCIM/IMG_0412.JPG"] }),
			verdict: Type.String({ examples: ["Photograph it again: blurred"] }),
			to_retake: Type.Boolean({ description: "Whether only another photograph helps." }),
			barcodes: Type.Array(Type.String(), { description: "Read from it." }),
			not_cut_out: orNull(Type.String(), "Why there is no cut-out; null if there is one."),
		}),
		{ description: "In the order in which they were taken." },
	),
	groups: Type.Array(
		Type.Object({
			...CardGroup.properties,
			doubts: Type.Array(Type.String(), { description: "Why somebody should look at it, in words." }),
			is_taken: Type.Boolean({ description: "Whether an import takes it: it is certain, or was confirmed." }),
		}),
		{ description: "What was uncertain first." },
	),
	refused: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() })),
});
export type Card = Static<typeof Card>;

/** Raw pictures of a memory card, and their groups. */
export const cardRoutes = {
	"GET /admin/imports/{import_id}/card": {
		summary: "The pictures of a card, grouped by product",
		path: ImportPath,
		answer: Card,
	},
	"PUT /admin/imports/{import_id}/card": {
		summary: "Correct and confirm the groups of a card",
		path: ImportPath,
		body: Type.Object({ revision: Type.Integer(), groups: Type.Array(CardGroup, { maxItems: 2000 }) }),
		bodyLimitBytes: 512 * 1024,
		answer: Card,
		errors: ["import_not_ready"],
	},
	"GET /admin/imports/{import_id}/card/pictures/{picture}/{view}": {
		summary: "A picture of a card: its `thumbnail`, its `preview`, or its `cutout`",
		path: Type.Object({ ...ImportPath.properties, picture: Type.String(), view: Type.String() }),
		media: ["image/webp", "image/png"],
		answerText: "The picture, without the file's own metadata.",
		errors: ["upload_elsewhere"],
	},
} as const satisfies FeatureRoutes;
