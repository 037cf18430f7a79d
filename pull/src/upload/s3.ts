import { AwsClient } from "aws4fetch";
import { pictureAddress } from "../../../src/orders/shop-files/shop-product.ts";
import type { S3Location } from "../../../src/platform/blobs/blob-url.ts";
import { requireAccepted, sent, typeOf, type Uploader } from "./uploader.ts";

/** Credentials of a bucket, as programs of AWS take them from the environment. */
export interface S3Credentials {
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	readonly sessionToken: string | undefined;
}

const ADVICE =
	"Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: they need to read and write objects of the bucket.";

/**
 * Pictures as objects of a bucket, under their names. Whether one is there already is told by the hash kept with it.
 * @param baseUrl where the bucket is served, if not at its own address
 */
export function s3Uploader(
	location: S3Location,
	credentials: S3Credentials,
	baseUrl: string | undefined,
): Uploader {
	const { bucket, prefix, endpoint, region } = location;
	const { sessionToken, ...keys } = credentials;
	const aws = new AwsClient({
		...keys,
		...(sessionToken === undefined ? {} : { sessionToken }),
		service: "s3",
		region,
		retries: 0,
	});
	const expected = { mostBytes: 100_000, secrets: [keys.secretAccessKey, sessionToken ?? ""] };
	const folder =
		endpoint === undefined
			? `https://${bucket}.s3.${region}.amazonaws.com/${prefix}`
			: `${endpoint.replace(/\/*$/, "")}/${bucket}/${prefix}`;
	return {
		where: baseUrl === undefined ? folder : `${folder}, served at ${baseUrl}`,
		async put({ name, bytes, sha256 }) {
			const object = new URL(encodeURI(`${folder}${name}`)).href;
			const url = pictureAddress(baseUrl === undefined ? object : name, baseUrl ?? object);
			const head = await sent(() => aws.sign(object, { method: "HEAD" }), expected);
			if (head.status !== 404 && head.status !== 403) requireAccepted(head, object, ADVICE);
			if (head.ok && head.headers.get("x-amz-meta-sha256") === sha256) return { url, isNew: false };
			const headers = { "content-type": typeOf(name), "x-amz-meta-sha256": sha256 };
			const put = { method: "PUT", body: Buffer.from(bytes), headers };
			requireAccepted(await sent(() => aws.sign(object, put), expected), object, ADVICE);
			return { url, isNew: true };
		},
	};
}
