import Type from "typebox";

export const TokenRequest = Type.Object({
	client_id: Type.String({
		description: "Public id of the client.",
		examples: ["ps_client_3qmpyw2l6knmtz5a7bcd"],
	}),
	api_key: Type.String({ description: "Its long-lived secret.", examples: ["<API_KEY>"] }),
});

export const RefreshRequest = Type.Object({
	refresh_token: Type.String({
		description: "The latest refresh token; each works once.",
		examples: ["<REFRESH_TOKEN>"],
	}),
});

export const TokenSet = Type.Object(
	{
		access_token: Type.String({ description: "JWT, HS256.", examples: ["<ACCESS_TOKEN>"] }),
		refresh_token: Type.String({
			description: "Single-use; replaces the previous one.",
			examples: ["<REFRESH_TOKEN>"],
		}),
		token_type: Type.Literal("Bearer"),
		expires_in: Type.Integer({ description: "Seconds until the access token expires.", examples: [3600] }),
	},
	{ title: "TokenSet" },
);
