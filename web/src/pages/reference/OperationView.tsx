import { Badge, Button } from "@mantine/core";
import { IconLink, IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePriceList } from "../../api/reference.ts";
import { exampleValues } from "../../calls/endpoint.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { CodeSamples } from "../../parts/CodeSamples.tsx";
import { Disclosure } from "../../parts/Disclosure.tsx";
import { Inline, Prose } from "../../parts/Prose.tsx";
import errorClasses from "./Errors.module.css";
import { MemberList } from "./MemberList.tsx";
import { MethodAndPath } from "./MethodAndPath.tsx";
import classes from "./Operation.module.css";
import { PriceTable, PriceTag } from "./Prices.tsx";
import { errorAnchor } from "./view/error-anchor.ts";
import type { OperationError } from "./view/errors.ts";
import type { Answer, Operation } from "./view/operations.ts";
import { type Price, pricesOf } from "./view/prices.ts";

interface OperationViewProps {
	readonly operation: Operation;
	/** The key to try calls with, if there is one. */
	readonly tryIn: string | undefined;
}

/** One call: its purpose and price, code samples, input, output and errors. */
export function OperationView({ operation, tryIn }: OperationViewProps) {
	const { id, summary, description, endpoint, answers } = operation;
	const prices = usePriceList().data;
	const charged = prices && pricesOf(operation, prices);
	return (
		<article aria-labelledby={id} className={classes.operation}>
			<OperationHead charged={charged} operation={operation} tryIn={tryIn} />
			<div className={classes.columns}>
				<div className={classes.about}>
					{description ? <Prose>{description}</Prose> : null}
					{charged && charged.length > 1 ? <PriceTable of={summary} prices={charged} /> : null}
				</div>
				<div className={classes.code}>
					<CodeSamples
						caller={{ origin: location.origin }}
						endpoint={endpoint}
						values={exampleValues(endpoint)}
					/>
					{answers.map(({ status, example }) =>
						example === undefined ? null : (
							<CodeBlock
								code={JSON.stringify(example, null, 2)}
								key={status}
								name={`example answer, ${status}`}
							/>
						),
					)}
				</div>
				<Details operation={operation} />
			</div>
		</article>
	);
}

function Details({ operation }: { readonly operation: Operation }) {
	const { summary, parameters, body, answers, errors } = operation;
	return (
		<div className={classes.rest}>
			{parameters.map(({ title, members }) => (
				<section aria-label={`${title} of ${summary}`} className={classes.part} key={title}>
					<h3>{title}</h3>
					<MemberList isRequest members={members} />
				</section>
			))}
			{body ? (
				<section aria-label={`Body of ${summary}`} className={classes.part}>
					<h3>JSON body</h3>
					<MemberList isRequest members={body.members} />
				</section>
			) : null}
			{answers.map((answer) => (
				<AnswerSection answer={answer} key={answer.status} of={summary} />
			))}
			<CallErrors errors={errors} of={summary} />
		</div>
	);
}

interface OperationHeadProps {
	readonly operation: Operation;
	readonly charged: readonly Price[] | undefined;
	readonly tryIn: string | undefined;
}

/** The name, address and price of a call, with a link to try it. */
function OperationHead({ operation, charged, tryIn }: OperationHeadProps) {
	const { id, method, path, summary, isDeprecated, endpoint, charges } = operation;
	const canTry = endpoint.runsElsewhere === undefined && !path.includes("{token}");
	return (
		<header className={classes.head}>
			<div className={classes.title}>
				<h2 id={id} tabIndex={-1}>
					{summary}
				</h2>
				<a aria-label={`Link to ${summary}`} className={classes.link} href={`#${id}`}>
					<IconLink aria-hidden="true" size={15} stroke={1.8} />
				</a>
				{isDeprecated ? <Badge color="marigold">Deprecated</Badge> : null}
			</div>
			<div className={classes.line}>
				<code className={classes.path}>
					<MethodAndPath method={method} path={path} />
				</code>
				<PriceTag isFree={charges.length === 0} prices={charged} />
				{canTry && tryIn !== undefined ? (
					<Button
						className={classes.try}
						component={Link}
						leftSection={<IconPlayerPlay size={14} />}
						size="xs"
						to={`/keys/${tryIn}/try?endpoint=${id}`}
						variant="light"
					>
						Try it
					</Button>
				) : null}
			</div>
		</header>
	);
}

/** What a successful call returns. */
function AnswerSection({ answer, of }: { readonly answer: Answer; readonly of: string }) {
	const { status, description, media, headers, members } = answer;
	return (
		<section aria-label={`Answer ${status} of ${of}`} className={classes.part}>
			<h3>
				Answer <span className={classes.status}>{status}</span>
			</h3>
			<p className={classes.note}>
				<Inline>{description}</Inline> {media.length > 0 ? media.join(" or ") : null}
			</p>
			{headers.length > 0 ? <MemberList members={headers} /> : null}
			{members && members.length > 0 ? <MemberList members={members} /> : null}
		</section>
	);
}

/** How a call can fail, and what to do then. Errors common to all calls are collapsed. */
function CallErrors({ errors, of }: { readonly errors: readonly OperationError[]; readonly of: string }) {
	const own = errors.filter(({ isCommon }) => !isCommon);
	const common = errors.filter(({ isCommon }) => isCommon);
	return (
		<section aria-label={`Errors of ${of}`} className={classes.part}>
			<h3>Errors</h3>
			{own.length > 0 ? <ErrorRows errors={own} /> : null}
			<Disclosure about={`, of ${of}`} summary={`Common errors (${common.length})`}>
				<ErrorRows errors={common} />
			</Disclosure>
		</section>
	);
}

function ErrorRows({ errors }: { readonly errors: readonly OperationError[] }) {
	return (
		<ul className={errorClasses.list}>
			{errors.map(({ code, status, when, remedy }) => (
				<li key={`${status} ${code}`}>
					<span className={errorClasses.status}>{status}</span>{" "}
					<a className={errorClasses.code} href={`#${errorAnchor(code)}`}>
						{code}
					</a>
					<p>
						<Inline>{when}</Inline>{" "}
						<span className="quiet">
							<Inline>{remedy}</Inline>
						</span>
					</p>
				</li>
			))}
		</ul>
	);
}
