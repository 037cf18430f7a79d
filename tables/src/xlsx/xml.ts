import { UnreadableTable } from "../unreadable-table.ts";

/** Gets the value of an attribute of an element, without its namespace prefix. */
export type Attributes = (name: string) => string | undefined;

/** What an XML document consists of, in its order. Names come without their namespace prefix. */
export interface XmlHandler {
	readonly open: (name: string, attribute: Attributes) => void;
	readonly text: (text: string) => void;
	readonly close: (name: string) => void;
}

/** The longest tag or text that a spreadsheet would write. */
const MOST_PENDING = 2 ** 21;

const damaged = () => new UnreadableTable("is not an Excel workbook that can be read: its XML is damaged");

/**
 * Reads an XML document piece by piece, as far as spreadsheets use XML. A document type is refused: spreadsheets declare no entities, and whoever
 * does means to attack the reader. @throws UnreadableTable
 */
export function readXml(pieces: Iterable<Uint8Array>, handler: XmlHandler): Iterable<void> {
	const feed = createXmlReader(handler);
	return (function* () {
		let decoder: TextDecoder | undefined;
		for (const piece of pieces) {
			decoder ??= new TextDecoder(piece[0] === 0xff ? "utf-16le" : piece[0] === 0xfe ? "utf-16be" : "utf-8");
			feed(decoder.decode(piece, { stream: true }));
			yield;
		}
	})();
}

/** Reads a whole document that is needed before anything else is. */
export function readWholeXml(pieces: Iterable<Uint8Array>, handler: XmlHandler): void {
	for (const _ of readXml(pieces, handler));
}

function createXmlReader(handler: XmlHandler): (text: string) => void {
	let pending = "";
	return (more) => {
		const text = pending + more;
		let at = 0;
		while (at < text.length) {
			const next =
				text.charCodeAt(at) === 0x3c ? afterMarkup(text, at, handler) : afterText(text, at, handler);
			if (next === -1) break;
			at = next;
		}
		pending = text.slice(at);
		if (pending.length > MOST_PENDING) throw damaged();
	};
}

/** @returns the position after the text, or -1 where it may go on. */
function afterText(text: string, start: number, { text: take }: XmlHandler): number {
	const end = text.indexOf("<", start);
	if (end !== -1) take(unescaped(text.slice(start, end)));
	return end;
}

/** @returns the position after the tag, comment or the like, or -1 where it goes on in the next piece. */
function afterMarkup(text: string, start: number, handler: XmlHandler): number {
	const second = text[start + 1];
	if (second === undefined) return -1;
	if (second === "?") return after(text, "?>", start);
	if (second === "!") return afterDeclaration(text, start, handler);
	const end = tagEnd(text, start);
	if (end === -1) return -1;
	if (second === "/") {
		handler.close(localName(text.slice(start + 2, end).trim()));
		return end + 1;
	}
	const isEmpty = text[end - 1] === "/";
	const tag = text.slice(start + 1, isEmpty ? end - 1 : end);
	const blank = tag.search(/\s/);
	const name = localName(blank === -1 ? tag : tag.slice(0, blank));
	handler.open(name, (attribute) => attributeOf(tag, attribute));
	if (isEmpty) handler.close(name);
	return end + 1;
}

const CDATA = "<![CDATA[";

function afterDeclaration(text: string, start: number, handler: XmlHandler): number {
	if (text.startsWith("<!--", start)) return after(text, "-->", start);
	if (text.startsWith(CDATA, start)) {
		const end = after(text, "]]>", start);
		if (end !== -1) handler.text(text.slice(start + CDATA.length, end - 3));
		return end;
	}
	if (text.length - start < CDATA.length) return -1;
	throw damaged();
}

function after(text: string, mark: string, start: number): number {
	const at = text.indexOf(mark, start);
	return at === -1 ? -1 : at + mark.length;
}

/** The position of the bracket that closes a tag, or -1 where it goes on; brackets inside values do not close it. */
function tagEnd(text: string, start: number): number {
	for (let at = start; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x3e) return at;
		if (code !== 0x22 && code !== 0x27) continue;
		at = text.indexOf(code === 0x22 ? '"' : "'", at + 1);
		if (at === -1) return -1;
	}
	return -1;
}

function localName(name: string): string {
	return name.slice(name.indexOf(":") + 1);
}

function attributeOf(tag: string, name: string): string | undefined {
	const at = tag.indexOf(` ${name}="`);
	if (at !== -1) {
		const start = at + name.length + 3;
		return unescaped(tag.slice(start, tag.indexOf('"', start)));
	}
	// Most cells lack most attributes.
	if (!tag.includes(name, 1)) return undefined;
	const found = attributePattern(name).exec(tag);
	return found ? unescaped(found[1] ?? found[2] ?? "") : undefined;
}

const patterns = new Map<string, RegExp>();

/** Finds an attribute with a prefix, in apostrophes, or after another blank. */
function attributePattern(name: string): RegExp {
	const known = patterns.get(name);
	if (known) return known;
	const pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
	patterns.set(name, pattern);
	return pattern;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
	["lt", "<"],
	["gt", ">"],
	["amp", "&"],
	["quot", '"'],
	["apos", "'"],
]);

function unescaped(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (entity, name: string) => {
		if (!name.startsWith("#")) return ENTITIES.get(name) ?? entity;
		const code =
			name[1] === "x" || name[1] === "X" ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
		return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
	});
}
