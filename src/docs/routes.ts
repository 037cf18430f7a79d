import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "../platform/http/openapi.ts";

/** `/openapi.json` and the page `/docs`, which asks no other host for anything. */
export async function docsRoutes(app: FastifyInstance, document: () => OpenApiDocument): Promise<void> {
	let kept: OpenApiDocument | undefined;
	const written = () => {
		kept ??= document();
		return kept;
	};
	app.get("/openapi.json", async (_request, reply) =>
		reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(written())),
	);
	await app.register(async (page) => {
		await page.register(swagger, {
			mode: "static",
			specification: { document: { openapi: "3.1.0" } as never },
		});
		await page.register(swaggerUi, {
			routePrefix: "/docs",
			uiConfig: { docExpansion: "list", persistAuthorization: false },
			theme: { title: "Packshot API" },
			staticCSP: true,
			transformSpecification: () => ({ ...written() }),
		});
	});
}
