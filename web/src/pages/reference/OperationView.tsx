import { usePriceList } from "../../api/reference.ts";
import { exampleValues } from "../../calls/endpoint.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { CodeSamples } from "../../parts/CodeSamples.tsx";
import { Prose } from "../../parts/Prose.tsx";
import { AnswerSection } from "./AnswerSection.tsx";
import { CallErrors } from "./CallErrors.tsx";
import { MemberList } from "./MemberList.tsx";
import classes from "./Operation.module.css";
import { OperationHead } from "./OperationHead.tsx";
import { PriceTable } from "./Prices.tsx";
import type { Operation } from "./view/operations.ts";
import { pricesOf } from "./view/prices.ts";

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
