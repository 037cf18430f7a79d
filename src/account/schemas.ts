import Type from "typebox";
import { Meta } from "../platform/http/meta.ts";

export const BalanceAnswer = Type.Object({
	client_id: Type.String(),
	credit_balance: Type.Number({ description: "Current credits." }),
	tier: Type.String({ description: "`standard` or `enterprise`." }),
	meta: Meta,
});
