import { routeUrl } from "../../../api/call.ts";

type LargerPictureProps = { readonly alt: string; readonly className?: string | undefined } & (
	| {
			readonly route: "GET /admin/traces/{case_id}/leaks/{leak}";
			readonly path: { readonly case_id: string; readonly leak: string };
	  }
	| {
			readonly route: "GET /admin/traces/{case_id}/evidence/{leak}/{candidate}";
			readonly path: { readonly case_id: string; readonly leak: string; readonly candidate: string };
	  }
);

/** A picture of a case, small, so that the page stays light; a click opens the whole. */
export function LargerPicture({ alt, className, ...shown }: LargerPictureProps) {
	const [small, whole] = [{ size: "small" } as const, {}].map((query) =>
		shown.route === "GET /admin/traces/{case_id}/leaks/{leak}"
			? routeUrl(shown.route, { path: shown.path, query })
			: routeUrl(shown.route, { path: shown.path, query }),
	);
	return (
		<a href={whole} rel="noreferrer" target="_blank" title="Open it larger">
			<img alt={alt} className={className} loading="lazy" src={small} />
		</a>
	);
}
