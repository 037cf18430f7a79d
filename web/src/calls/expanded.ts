type Parts = Readonly<Record<string, unknown>>;

interface Components {
	readonly components: { readonly [kind: string]: Parts };
}

/**
 * An OpenAPI document in which schemas and responses stand where they are referred to, so that readers need not look them up. What stands beside a
 * reference, such as the description of one member, takes precedence.
 * @param document as served; its shapes do not contain themselves
 */
export function expanded<Expanded>(document: Components): Expanded {
	const { schemas = {}, responses = {} } = document.components;
	const expand = (node: unknown): unknown => {
		if (Array.isArray(node)) return node.map(expand);
		if (typeof node !== "object" || node === null) return node;
		const { $ref, ...beside } = node as Parts;
		const [, kind = "", name = ""] =
			/^#\/components\/(schemas|responses)\/(.+)$/.exec(typeof $ref === "string" ? $ref : "") ?? [];
		if (!kind) return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, expand(part)]));
		const referred = kind === "schemas" ? schemas[name] : responses[name];
		return { ...(expand(referred) as Parts), ...beside };
	};
	return expand(document) as Expanded;
}
