import { expect, onTestFinished, test } from "vitest";
import { migrations } from "./migrations/all.ts";
import { sqliteTraits } from "./platform/db/engine-traits.ts";
import { migrate } from "./platform/db/migrate.ts";
import { openSqlite } from "./platform/db/sqlite/connection.ts";
import { createSqliteKysely, onThisThread } from "./platform/db/sqlite/dialect.ts";
import type { RunStatement } from "./platform/db/statement-dialect.ts";
import { sweep } from "./retention.ts";

/** Checks query plans: a sweep that read whole tables would block the writer for seconds, every quarter of an hour. */
test("each statement of a sweep finds expired rows by an index and reads no others", async () => {
	const connection = openSqlite(":memory:", "writing");
	onTestFinished(() => connection.close());
	const run = onThisThread(connection);
	await migrate(createSqliteKysely(run), migrations, sqliteTraits);
	const plans: string[] = [];
	const explained: RunStatement = async (sql, parameters) => {
		const { rows } = connection.all(`explain query plan ${sql}`, parameters);
		plans.push(...rows.map((row) => (row as { detail: string }).detail));
		return run(sql, parameters);
	};
	await sweep.run(
		createSqliteKysely(explained),
		[{ nowMs: Date.UTC(2027, 0, 1) }],
		sqliteTraits,
		() => undefined,
	);
	expect(plans.filter((plan) => plan.startsWith("SCAN"))).toEqual([]);
	const byTime = plans.flatMap(
		(plan) => /^SEARCH (\w+) USING .*INDEX \w+ \((\w+_at)<\?\)$/.exec(plan)?.slice(1, 3).join(".") ?? [],
	);
	expect([...new Set(byTime)].sort()).toEqual([
		"account_invitation.expires_at",
		"account_session.expires_at",
		"client_order.expires_at",
		"email_link.expires_at",
		"idempotent_answer.expires_at",
		"import_refusal.expires_at",
		"mail.expires_at",
		"open_archive.expires_at",
		"order_line.expires_at",
		"password_reset.expires_at",
		"portal_attempt.started_at",
		"proposal_piece.expires_at",
		"quote_window.expires_at",
		"refresh_token.expires_at",
		"revoked_token.expires_at",
		"sign_in_failure.updated_at",
		"sign_in_window.started_at",
		"sign_up_link.expires_at",
		"spending_alert.expires_at",
		"usage_sum.expires_at",
		"used_url.expires_at",
		"webhook_attempt.expires_at",
	]);
});
