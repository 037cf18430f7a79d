import { countInWords } from "../../format/credits.ts";
import { Disclosure } from "../../parts/Disclosure.tsx";
import { Inline } from "../../parts/Prose.tsx";
import classes from "./MemberList.module.css";
import type { Member } from "./view/members.ts";

interface MemberListProps {
	readonly members: readonly Member[];
	/** Marks required members; in responses, optional ones are marked instead. */
	readonly isRequest?: boolean;
}

/** Parameters, headers or members of a body. Nested members expand below. */
export function MemberList({ members, isRequest = false }: MemberListProps) {
	return (
		<ul>
			{members.map((member) => (
				<li className={classes.item} key={member.name}>
					<MemberRow isRequest={isRequest} member={member} />
				</li>
			))}
		</ul>
	);
}

function MemberRow({ member, isRequest }: { readonly member: Member; readonly isRequest: boolean }) {
	const { name, type, isRequired, description, options, limits, members } = member;
	return (
		<>
			<div className={classes.line}>
				<code className={classes.name}>{name}</code>
				<span className={classes.type}>{type}</span>
				{isRequest && isRequired ? <span className={classes.required}>required</span> : null}
				{isRequest || isRequired || name === "any name" ? null : (
					<span className={classes.type}>may be absent</span>
				)}
				{limits.map((limit) => (
					<span className={classes.type} key={limit}>
						{limit}
					</span>
				))}
			</div>
			{description ? (
				<p className={classes.description}>
					<Inline>{description}</Inline>
				</p>
			) : null}
			{options.length > 0 ? (
				<p className={classes.options}>
					{options.map((option) => (
						<code key={option}>{option}</code>
					))}
				</p>
			) : null}
			{members.length > 0 ? (
				<Disclosure about={` of ${name}`} summary={countInWords(members.length, "member")}>
					<div className={classes.inside}>
						<MemberList isRequest={isRequest} members={members} />
					</div>
				</Disclosure>
			) : null}
		</>
	);
}
