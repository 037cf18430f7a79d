import Type from "typebox";

export const TokenRequest = Type.Object(
	{
		client_id: Type.Optional(
			Type.Union([Type.String(), Type.Null()], { description: "Public id of the client." }),
		),
		api_key: Type.Optional(
			Type.Union([Type.String(), Type.Null()], { description: "Its long-lived secret." }),
		),
	},
	{ description: "Credentials; both are required." },
);

export const RefreshRequest = Type.Object({
	refresh_token: Type.Optional(
		Type.Union([Type.String(), Type.Null()], { description: "The newest refresh token; each works once." }),
	),
});

export const TokenSet = Type.Object({
	access_token: Type.String({ description: "JWT, HS256." }),
	refresh_token: Type.String({ description: "Single-use; replaces the one before." }),
	token_type: Type.Literal("Bearer"),
	expires_in: Type.Integer({ description: "Seconds until the access token expires." }),
});
