import Type, { type Static } from "typebox";
import { tus } from "../../../imports/pages/tus.ts";
import { Credits, type FeatureRoutes, GivenPassword, orNull, Time, tagged } from "../../../pages/contract.ts";

const Name = Type.String({
	maxLength: 100,
	description: "A backup as it is listed, or `back`: the state before the last restore.",
	examples: ["20270131t020000z"],
});

const Sum = Type.Object({ number: Type.Integer(), credits: Credits });
const Lost = Type.Object({
	charges: Sum,
	orders: Sum,
	top_ups: Sum,
	entries: Type.Array(
		Type.Object({
			at: Time,
			kind: Type.Enum(["charge", "order", "top_up"]),
			credits: Credits,
			client: Type.String({ description: "Its name." }),
		}),
		{ description: "The newest 200 of all, newest first." },
	),
});
const Asked = {
	name: Name,
	is_done: Type.Boolean(),
	failure: orNull(Type.String(), "What is wrong with it."),
};

const RestoreState = Type.Object({
	command: orNull(
		Type.String(),
		"What restores instead, on the command line, where several processes serve this installation.",
	),
	backups: Type.Array(
		Type.Object({ name: Name, at: Time, size_bytes: orNull(Type.Integer(), "Of one that was uploaded.") }),
		{ description: "Those in the place of the daily backups, and what was uploaded; newest first." },
	),
	place_failure: orNull(Type.String(), "Why the place of the daily backups cannot be read."),
	looked: orNull(
		Type.Object({
			...Asked,
			made_at: orNull(Time),
			version: orNull(Type.String(), "The Packshot that made it."),
			products: Type.Integer(),
			pictures: Type.Integer(),
			credits: Credits,
			lost: orNull(Lost, "What the present state has and it does not; null: not known."),
			needed_bytes: Type.Integer({ description: "On the disk, beside what is there." }),
			free_bytes: Type.Integer({ description: "Beside what is kept free." }),
		}),
		"What is in the backup that was looked into last.",
	),
	tried: orNull(Type.Object(Asked), "How the backup did that was tried last."),
	kept: orNull(Type.Object({ kept_at: Time, until: Time }), "The state before the last restore."),
	last: orNull(
		Type.Object({ at: Time, failure: orNull(Type.String()), lost: orNull(Lost) }),
		"The restore before which this server began.",
	),
});
export type RestoreState = Static<typeof RestoreState>;

const File = {
	protocol: tus,
	query: Type.Object({
		size_bytes: Type.Integer({ minimum: 1, maximum: 2 ** 40 }),
		modified_ms: Type.Integer({ minimum: 0, maximum: 2 ** 50 }),
	}),
	answerHeaders: { "Upload-Offset": "Bytes that have arrived.", "Tus-Resumable": "1.0.0" },
} as const;
const Bytes = { ...File, bodyMedia: "application/offset+octet-stream" } as const;
const UPLOAD_ERRORS = ["upload_version", "disk_full"] as const;
const BYTES_ERRORS = ["upload_offset", "upload_type", ...UPLOAD_ERRORS] as const;
const Token = { token: Type.String({ maxLength: 200, description: "Of the link of the first run." }) };
const TOKEN_HEADER = "The token of the link is in the header `X-Packshot-Setup`.";
const Look = {
	name: Name,
	is_tried: Type.Boolean({ description: "Restore it on trial, and examine that." }),
};
const LINK_ERRORS = ["link_invalid", "sign_in_rate_limit"] as const;

/** Restoring a backup in place of the present state; on the first run, with its link. */
export const restoreRoutes = tagged("Restoring", ["administrator"], {
	"GET /admin/restore": { summary: "What can be restored, and how it went", answer: RestoreState },
	"POST /admin/restore/look": {
		summary: "Look into a backup, or try it",
		status: 202,
		body: Type.Object(Look),
		errors: ["not_found", "restore_elsewhere"],
	},
	"POST /admin/restore": {
		summary: "Restore a backup: the service is away meanwhile",
		status: 202,
		body: Type.Object({
			name: Name,
			password: Type.Optional(GivenPassword),
			code: Type.Optional(
				Type.String({ maxLength: 40, description: "Of a second factor, if there is one." }),
			),
		}),
		errors: [
			"not_found",
			"restore_elsewhere",
			"sign_in_failed",
			"sign_in_again",
			"code_required",
			"sign_in_rate_limit",
		],
	},
	"HEAD /admin/restore/file": {
		summary: "How much of an uploaded backup has arrived, according to the tus protocol",
		status: 200,
		...File,
		errors: UPLOAD_ERRORS,
	},
	"PATCH /admin/restore/file": {
		summary: "More bytes of it, starting at `Upload-Offset`, according to the tus protocol",
		...Bytes,
		errors: BYTES_ERRORS,
	},
	"POST /setup/restore": {
		summary: "The same on the first run: what can be restored",
		access: "public",
		body: Type.Object(Token),
		answer: RestoreState,
		errors: LINK_ERRORS,
	},
	"POST /setup/restore/place": {
		summary: "The same on the first run: say where the daily backups are",
		access: "public",
		body: Type.Object({
			...Token,
			values: Type.Object(
				{
					PACKSHOT_BACKUP_URL: Type.String({ maxLength: 2000 }),
					PACKSHOT_BACKUP_KEY: Type.Optional(Type.String({ maxLength: 2000 })),
				},
				{ description: "As the environment would have them." },
			),
		}),
		answer: RestoreState,
		errors: ["bad_request", "settings_changed", ...LINK_ERRORS],
	},
	"POST /setup/restore/look": {
		summary: "The same on the first run: look into a backup, or try it",
		access: "public",
		status: 202,
		body: Type.Object({ ...Token, ...Look }),
		errors: ["not_found", "restore_elsewhere", ...LINK_ERRORS],
	},
	"POST /setup/restore/begin": {
		summary: "The same on the first run: restore a backup in place of the empty installation",
		access: "public",
		status: 202,
		body: Type.Object({ ...Token, name: Name }),
		errors: ["not_found", "restore_elsewhere", ...LINK_ERRORS],
	},
	"HEAD /setup/restore/file": {
		summary: "The same on the first run: how much of an upload has arrived",
		description: TOKEN_HEADER,
		access: "public",
		status: 200,
		...File,
		errors: [...UPLOAD_ERRORS, ...LINK_ERRORS],
	},
	"PATCH /setup/restore/file": {
		summary: "The same on the first run: more bytes of it",
		description: TOKEN_HEADER,
		access: "public",
		...Bytes,
		errors: [...BYTES_ERRORS, ...LINK_ERRORS],
	},
} as const satisfies FeatureRoutes);
