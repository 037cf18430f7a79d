import { Inline } from "../../parts/Prose.tsx";
import { MemberList } from "./MemberList.tsx";
import classes from "./Operation.module.css";
import type { Answer } from "./view/operations.ts";

/** What a successful call returns. */
export function AnswerSection({ answer, of }: { readonly answer: Answer; readonly of: string }) {
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
