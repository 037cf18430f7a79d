/** What the operator decides on the page *Storefront*: who runs the catalogue, and which part of it is public. */
export interface StorefrontChoices {
	readonly name: string;
	/** Target of the link to the operator. */
	readonly contact: string | undefined;
	readonly termsUrl: string | undefined;
	/** Whether search engines may list the public pages. */
	readonly isIndexed: boolean;
	/** Whether pages of products show the status of hechshers, and until when it holds. */
	readonly showsKosher: boolean;
	/** Whether products are shown with symbols of hechshers, dairy, meat or pareve, Passover and size. */
	readonly showsFacts: boolean;
	/** What a credit costs, if visitors are told. */
	readonly creditPrice: CreditPrice | undefined;
	/** Whether anybody may create an account. */
	readonly isSignUpOpen: boolean;
	readonly filter: StorefrontFilter;
}

export interface CreditPrice {
	readonly amount: number;
	/** ISO 4217. */
	readonly currency: string;
}

/** Which products are public: those that match one entry of every list that is not empty, like the scope filter of a client (SPEC D41). */
export interface StorefrontFilter {
	readonly brands: readonly string[];
	readonly departments: readonly string[];
	readonly barcodePrefixes: readonly string[];
}
