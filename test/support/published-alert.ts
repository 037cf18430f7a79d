import { alerting } from "../../src/alerts/alerting.fixture.ts";
import type { TestService } from "./service.ts";

/** Publishes an alert about a product. @returns its id. */
export function publishedAlert({ installation }: TestService, barcode: string): Promise<string> {
	return alerting(() => installation).publish([barcode], { kind: "notice", withholds: false });
}
