import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const products = sqliteTable("product", {
	barcode: text().primaryKey(),
	info: text({ mode: "json" }).$type<Record<string, unknown>>(),
	nutrition: text({ mode: "json" }).$type<Record<string, unknown>>(),
	ingredients: text({ mode: "json" }).$type<Record<string, unknown>>(),
	catalogMeta: text("catalog_meta", { mode: "json" }).$type<Record<string, unknown>>(),
});

export const hechshers = sqliteTable(
	"hechsher",
	{
		id: integer().primaryKey({ autoIncrement: true }),
		barcode: text().notNull(),
		symbol: text().notNull(),
		org: text(),
		logo: text(),
		dairyMeatPareve: text("dairy_meat_pareve"),
		additionalDesignation: text("additional_designation"),
	},
	(table) => [index("hechsher_by_barcode").on(table.barcode)],
);

export const clients = sqliteTable("client", {
	token: text().primaryKey(),
	balance: integer().notNull(),
});

export const ledger = sqliteTable("ledger", {
	id: integer().primaryKey({ autoIncrement: true }),
	token: text().notNull(),
	requestId: text("request_id").notNull(),
	units: integer().notNull(),
	at: integer().notNull(),
});

/** The same as SQL, for a new file. */
export const createTables = [
	"create table product (barcode text primary key, info text, nutrition text, ingredients text, catalog_meta text)",
	"create table hechsher (id integer primary key autoincrement, barcode text not null, symbol text not null, org text, logo text, dairy_meat_pareve text, additional_designation text)",
	"create index hechsher_by_barcode on hechsher (barcode)",
	"create table client (token text primary key, balance integer not null)",
	"create table ledger (id integer primary key autoincrement, token text not null, request_id text not null, units integer not null, at integer not null)",
];
