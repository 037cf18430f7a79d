import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { MEMBERS, writeCaseArchive } from "./case-archive.ts";
import { membersOf, newCaseFile, remade } from "./case-file.fixture.ts";
import { sampledPlaces } from "./commitments.ts";
import { factsDigest, KEY_PAIRS, newOneTimeKeys } from "./one-time-keys.ts";
import { CaseFileError } from "./open-case-file.ts";
import { recheckCase } from "./recheck.ts";

/** Case files in the hands of somebody who would like them to say something else. */

// biome-ignore lint/suspicious/noExplicitAny: tests write anything into documents
type Json = any;

let file: Buffer;
let facts: Json;
let openings: Json;
beforeAll(async () => {
	file = await newCaseFile();
	const members = await membersOf(file);
	facts = JSON.parse(members.get(MEMBERS.document)!.toString());
	openings = JSON.parse(members.get(MEMBERS.openings)!.toString());
});

const textOf = (document: Json) => Buffer.from(`${JSON.stringify(document, null, "\t")}\n`);
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** The file with other members, packed as case files are. */
async function repacked(change: (members: Map<string, Uint8Array>) => void, atMs?: number) {
	const members: Map<string, Uint8Array> = await membersOf(file);
	change(members);
	const document = JSON.parse(new TextDecoder().decode(members.get(MEMBERS.document)));
	return writeCaseArchive(members, atMs ?? Date.parse(document.made_at));
}

const withFacts = (text: string | Buffer) =>
	repacked((members) => members.set(MEMBERS.document, Buffer.from(text)));

async function refusal(bytes: Uint8Array): Promise<string> {
	const outcome = await recheckCase(bytes).catch((fault) => fault);
	if (outcome instanceof CaseFileError) return outcome.message;
	throw new Error(outcome instanceof Error ? outcome.stack : "the file was accepted");
}

type Path = readonly (string | number)[];

/** Every value in a document, the objects and lists among them included, but for the document itself. */
function pathsOf(value: Json, path: Path = []): Path[] {
	if (value === null || typeof value !== "object") return path.length > 0 ? [path] : [];
	const keys: Path = Array.isArray(value) ? value.map((_, place) => place) : Object.keys(value);
	const inside = keys.flatMap((key) => pathsOf(value[key], [...path, key]));
	return path.length > 0 ? [path, ...inside] : inside;
}

function changedAt(path: Path, change: (holder: Json, key: string | number) => void): Buffer {
	const copy = structuredClone(facts);
	const holder = path.slice(0, -1).reduce((value, key) => value[key], copy);
	change(holder, path.at(-1)!);
	return textOf(copy);
}

function otherValue(value: Json): Json {
	if (typeof value === "number") return value + 1;
	if (typeof value === "string")
		return /^[0-9a-f]{64}$/.test(value) ? sha256(Buffer.from(value)) : `${value}\u0430`;
	return value === null ? "x" : Array.isArray(value) ? [...value, ...value] : { ...value, more: "x" };
}

describe("a case file", () => {
	test("checks, and tells apart what was checked and what its maker states", async () => {
		const found = await recheckCase(file);
		expect(found).toMatchObject({
			format_version: 3,
			verdict: "identified",
			origin: { verdict: "delivered" },
			named: [{ client_name: "Corner shop", score: expect.any(Number) }],
			stated_by_its_maker: {
				are_sealed: true,
				made_at: "2027-05-15T12:30:00.000Z",
				pictures: [{ member: "picture-1", barcode: "0725272730706", variant: "front", size_px: null }],
				leaks: [{ member: "leak-1", name: "shelf.jpg" }],
				clients: [{ client_name: "Corner shop", deliveries: [{ address: "203.0.113.7" }] }],
			},
		});
		expect(found.innocents.shown).toBeGreaterThanOrEqual(19);
	});

	test("names the client and none of its people, as it is passed on", () => {
		expect(file.includes("Corner shop")).toBe(true);
		expect(file.includes("buyer@example.com")).toBe(false);
	});

	test("that was unclear for a base which it does not hold is not from elsewhere by those that it holds", async () => {
		const { origin } = await recheckCase(await newCaseFile({ sidePx: 400, isMarked: false }));
		expect(origin).toMatchObject({ verdict: "unclear" });
	});

	test("states every fact where it decides the openings", () => {
		expect(Object.keys(facts)).toEqual([
			...["format", "format_version", "packshot", "made_at", "statement", "members", "leaks", "pictures"],
			...["verdict", "origin", "clients_scored", "guesses", "named"],
		]);
		expect(Object.keys(facts.members).sort()).toEqual(
			["commitments.bin", "evidence-1-1.png", "leak-1", "picture-1", "seals.bin"].sort(),
		);
	});

	test("fails when any fact is changed, removed or joined by another", async () => {
		const paths = pathsOf(facts);
		expect(paths.length).toBeGreaterThan(40);
		const edits = paths.flatMap((path) => [
			changedAt(path, (holder, key) => {
				holder[key] = otherValue(holder[key]);
			}),
			changedAt(path, (holder, key) => {
				if (Array.isArray(holder)) holder.splice(Number(key), 1);
				else delete holder[key];
			}),
			changedAt(path, (holder, key) => {
				if (!Array.isArray(holder)) holder[`${key}_`] = "proven";
				else holder.push("proven");
			}),
		]);
		for (const edit of [...edits, textOf({ ...facts, note: "Proven in court." })]) {
			expect(await refusal(await withFacts(edit))).toMatch(/./);
		}
	});

	test.each<[string, (text: string) => string]>([
		["a look-alike letter in a name", (text) => text.replace("Corner", "C\u043erner")],
		["a name that is composed in another way", (text) => text.replace("shop", "sh\\u006fp")],
		["a key given twice", (text) => text.replace('"barcode":', '"barcode": "4011",\n\t\t\t"barcode":')],
		[
			"a key given twice, hidden behind an escape",
			(text) => text.replace('"made_at"', '"made\\u005fat": "x",\n\t"made_at"'),
		],
		["the same facts written without spaces", (text) => JSON.stringify(JSON.parse(text))],
		["a space at the end", (text) => `${text} `],
		["a byte order mark", (text) => `\ufeff${text}`],
		[
			"members in another order",
			(text) => textOf(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())).toString(),
		],
		[
			"a number written in another way",
			(text) => text.replace('"clients_scored": 40', '"clients_scored": 4e1'),
		],
	])("fails for %s", async (_what, edit) => {
		const text = textOf(facts).toString();
		expect(edit(text)).not.toBe(text);
		expect(await refusal(await withFacts(edit(text)))).toContain("case.json was altered");
	});

	test("fails when any byte of the archive is another one, wherever it is", async () => {
		const places = [
			...Array.from({ length: 600 }, (_, at) => at),
			...Array.from({ length: 600 }, () => Math.floor(Math.random() * file.length)),
			file.length - 1,
		];
		for (const at of places) {
			const altered = Buffer.from(file);
			altered[at]! ^= 1 << (at % 8);
			expect(await refusal(altered)).toMatch(/./);
		}
	});

	test("fails for an archive that is packed in another way or holds more", async () => {
		const more = await repacked((members) => members.set("note.txt", Buffer.from("Proven in court.")));
		expect(await refusal(more)).toContain("note.txt was added");
		const later = await repacked(() => undefined, Date.UTC(2028, 0, 1));
		expect(await refusal(later)).toContain("holds something that is no part of the case");
		const turned = await repacked((members) => {
			const [first, ...rest] = [...members];
			members.clear();
			for (const [name, bytes] of [...rest, first!]) members.set(name, bytes);
		});
		expect(await refusal(turned)).toContain("holds something that is no part of the case");
		expect(await refusal(Buffer.concat([file, Buffer.alloc(512, "x")]))).toMatch(/./);
		expect(await refusal(Buffer.concat([file, Buffer.alloc(512)]))).toMatch(/./);
	});

	test("fails for openings that hold anything besides, or lack or repeat one", async () => {
		const wrong: Json[] = [
			{ ...openings, note: "Proven." },
			{ seals: openings.seals, clients: openings.clients },
			{ ...openings, clients: openings.clients.slice(1) },
			{ ...openings, clients: openings.clients.toReversed() },
			{ ...openings, clients: [...openings.clients, openings.clients[0]] },
			{ ...openings, clients: openings.clients.map((one: Json) => ({ ...one, client_name: "x" })) },
			{ ...openings, seals: openings.seals.toReversed() },
			{ ...openings, seals: openings.seals.slice(1) },
			{ ...openings, seals: openings.seals.with(0, openings.seals[1]) },
		];
		for (const one of wrong) {
			expect(await refusal(await repacked((members) => members.set(MEMBERS.openings, textOf(one))))).toMatch(
				/./,
			);
		}
		const spaced = Buffer.from(JSON.stringify(openings));
		expect(await refusal(await repacked((members) => members.set(MEMBERS.openings, spaced)))).toContain(
			"writes them in another way",
		);
	});
});

describe("somebody who has a case file and computes what can be computed without the secrets", () => {
	const renamed = () => textOf({ ...facts, named: [{ ...facts.named[0], client_name: "Another shop" }] });

	/** The openings that other facts ask for, as far as they are known; what is not is made up. */
	async function openedFor(document: Buffer) {
		const digest = factsDigest(document);
		const commitments = (await membersOf(file)).get(MEMBERS.keyCommitments)!;
		const seals: string[] = openings.seals.map((seal: string, pair: number) => {
			const place = 2 * pair + ((digest[pair >> 3]! >> (7 - (pair & 7))) & 1);
			const own = commitments.subarray(32 * place, 32 * (place + 1));
			const known = createHash("sha256")
				.update("packshot seal 1\0")
				.update(Buffer.from(seal, "hex"))
				.digest();
			return known.equals(own) ? seal : randomBytes(32).toString("hex");
		});
		const drawn = sampledPlaces([digest.toString("hex")], facts.clients_scored);
		return { seals, drawn, missing: seals.filter((seal, pair) => seal !== openings.seals[pair]).length };
	}

	test("lacks about half of the seals for any other facts, however many are tried", async () => {
		const missing: number[] = [];
		for (let attempt = 0; attempt < 300; attempt++) {
			const edited = textOf({ ...facts, leaks: [{ ...facts.leaks[0], name: `shelf ${attempt}.jpg` }] });
			missing.push((await openedFor(edited)).missing);
		}
		const mean = missing.reduce((sum, count) => sum + count, 0) / missing.length;
		expect(Math.abs(mean - KEY_PAIRS / 2)).toBeLessThan(5);
		expect(Math.min(...missing)).toBeGreaterThan(80);
	});

	test("cannot open the seals for an edited name", async () => {
		const { seals } = await openedFor(renamed());
		const forged = await repacked((members) => {
			members.set(MEMBERS.document, renamed());
			members.set(MEMBERS.openings, textOf({ ...openings, seals }));
		});
		expect(await refusal(forged)).toContain("case.json was altered");
	});

	test("cannot put seals of his own beside the commitments: they are committed to with the clients", async () => {
		const own = newOneTimeKeys();
		const document = textOf({
			...facts,
			named: [{ ...facts.named[0], client_name: "Another shop" }],
			members: { ...facts.members, [MEMBERS.keyCommitments]: sha256(own.commitments) },
		});
		const forged = await repacked((members) => {
			members.set(MEMBERS.keyCommitments, own.commitments);
			members.set(MEMBERS.document, document);
			members.set(MEMBERS.openings, textOf({ ...openings, seals: own.disclosed(factsDigest(document)) }));
		});
		expect(await refusal(forged)).toContain("does not match what was committed to");
	});

	test("cannot pass the edited file off as one of the older format with the same commitments", async () => {
		const { origin: _, ...rest } = facts;
		const older = { ...rest, format_version: 1, openings: openings.clients };
		const forged = await repacked((members) => {
			members.delete(MEMBERS.openings);
			members.set(MEMBERS.document, textOf(older));
		});
		expect(await refusal(forged)).toContain("does not match what was committed to");
	});

	test("can only make other commitments, of clients he knows or invents, and then it is another file", async () => {
		const forged = await remade(file, ({ facts: stated }) => {
			stated.named[0].client_name = "Another shop";
		});
		const found = await recheckCase(forged);
		expect(found.stated_by_its_maker.clients[0]?.client_name).toBe("Another shop");
		expect(found.sha256).not.toBe((await recheckCase(file)).sha256);
	});
});

describe("a case file that its maker wrote to mislead", () => {
	test("speaks with the words of the program", async () => {
		const lying = await remade(file, ({ facts: stated }) => {
			stated.statement = "This is proof.";
			stated.named[0].probability_words = "impossible";
		});
		const found = await recheckCase(lying);
		expect(JSON.stringify(found)).toContain("This is evidence, not proof.");
		expect(JSON.stringify(found)).not.toMatch(/This is proof|impossible/);
	});

	test.each<[string, Parameters<typeof remade>[1], RegExp]>([
		[
			"a leak that is no picture",
			({ members }) => members.set("leak-1", Buffer.from("no picture")),
			/a leak or a base in it cannot be read: not a picture/,
		],
		[
			"a base that is none",
			({ members }) => members.set("picture-1", Buffer.from("no base")),
			/picture-1: too short/,
		],
		[
			"another base than it names",
			({ facts: stated }) => {
				stated.pictures[0].base_sha256 = "0".repeat(64);
			},
			/the base in picture-1 is not the one that the file names/,
		],
		["a client named twice", ({ facts: stated }) => stated.named.push(stated.named[0]), /is named twice/],
		[
			"a higher score",
			({ facts: stated }) => Object.assign(stated.named[0], { score: 40 }),
			/scores .* as the file says/,
		],
		[
			"a name that its leak does not point to",
			({ facts: stated }) => Object.assign(stated.named[0], { client_id: stated.innocent }),
			/scores .* as the file says/,
		],
		[
			"nobody named",
			({ facts: stated }) => Object.assign(stated, { named: [] }),
			/also points to .* whom the file does not name/,
		],
		[
			"another origin",
			({ facts: stated }) => Object.assign(stated.origin, { verdict: "elsewhere" }),
			/says that its leaks are "elsewhere", but they are not/,
		],
		[
			"a client's id that reads like words",
			({ facts: stated }) => Object.assign(stated.named[0], { client_id: "Corner shop, proven" }),
			/case\.json: \/named\/0\/client_id/,
		],
		[
			"a leak that shows another picture",
			({ facts: stated }) => Object.assign(stated.leaks[0], { shows: null }),
			/leak-1 does not show the picture that the file says/,
		],
		[
			"its own document among the members",
			({ facts: stated }) => Object.assign(stated.members, { "case.json": "0".repeat(64) }),
			/case\.json/,
		],
		[
			"a leak of an inherited name",
			({ facts: stated }) => Object.assign(stated.leaks[0], { member: "constructor" }),
			/calls a leak or a picture constructor/,
		],
		[
			"a member that no case file has",
			({ members }) => members.set("proven-in-court", Buffer.from("x")),
			/proven-in-court does not belong in a case file/,
		],
	])("fails for %s", async (_what, change, message) => {
		expect(await refusal(await remade(file, change))).toMatch(message);
	});

	const delivered = ["at", "address", "request_id"].map((name) => `named.0.deliveries.0.${name}`);
	const shown = ["barcode", "variant", "mark_id"].map((name) => `pictures.0.${name}`);
	test.each(["made_at", "packshot", ...shown, ...delivered])("fails for words as %s", async (path) => {
		const [key = "", ...holders] = path.split(".").reverse();
		const lie = (stated: Json) => {
			holders.reduceRight((holder, each) => holder[each], stated)[key] = "2027 (proven)";
		};
		expect(await refusal(await remade(file, ({ facts: f }) => lie(f)))).toContain("case.json: /");
	});
});
