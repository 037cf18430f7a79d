/** The files of Swagger UI that the page loads. */
export const SWAGGER_UI_FILES = [
	"swagger-ui.css",
	"index.css",
	"swagger-ui-bundle.js",
	"favicon-32x32.png",
] as const;

/** The page at `/docs`. */
export const DOCS_PAGE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Packshot API</title>
<link rel="stylesheet" href="/docs/static/swagger-ui.css">
<link rel="stylesheet" href="/docs/static/index.css">
<link rel="icon" type="image/png" href="/docs/static/favicon-32x32.png">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/static/swagger-ui-bundle.js"></script>
<script src="/docs/static/swagger-initializer.js"></script>
</body>
</html>
`;

/** A separate file, because the page runs nothing inline. Without `validatorUrl: null` the document would be sent to another host. */
export const DOCS_SCRIPT = `SwaggerUIBundle({
	url: "/openapi.json",
	dom_id: "#swagger-ui",
	deepLinking: true,
	docExpansion: "list",
	persistAuthorization: false,
	validatorUrl: null,
});
`;
