import Type from "typebox";

/** The price table of SPEC 2.10 in the shape of SPEC D36. */
export const PricingAnswer = Type.Object(
	{
		currency: Type.Literal("credits"),
		actions: Type.Record(Type.String(), Type.Number(), { description: "Price of each action in credits." }),
		descriptions: Type.Record(Type.String(), Type.String(), { description: "Description of each action." }),
		pricing_model: Type.String(),
		formula: Type.String(),
		notes: Type.String(),
		upcoming: Type.Array(
			Type.Object({
				action: Type.String(),
				price: Type.Number({ description: "Credits." }),
				effective_from: Type.String({ format: "date-time" }),
			}),
			{ description: "Announced changes, soonest first." },
		),
	},
	{ title: "Pricing" },
);
