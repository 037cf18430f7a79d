import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { groupAnchor } from "./CallIndex.tsx";
import classes from "./Contents.module.css";
import { Method } from "./Method.tsx";
import { Path } from "./Path.tsx";
import { SearchField } from "./SearchField.tsx";
import { SearchResults } from "./SearchResults.tsx";
import { ALL_ERRORS } from "./view/error-anchor.ts";
import type { ApiError } from "./view/errors.ts";
import type { Group } from "./view/operations.ts";
import { found, searchEntries } from "./view/search.ts";
import { sharedSections } from "./view/shared-headers.ts";

interface ContentsProps {
	/** The anchor in the URL. */
	readonly anchor: string;
	readonly groups: readonly Group[];
	readonly errors: readonly ApiError[];
}

const TYPING_MS = 60;

/** The table of contents, which becomes a search as the user types. On narrow screens the list opens on demand. */
export function Contents({ anchor, groups, errors }: ContentsProps) {
	const [query, setQuery] = useState("");
	const navigate = useNavigate();
	const [isOpen, setOpen] = useState(false);
	const [typed] = useDebouncedValue(query, TYPING_MS);
	const entries = useMemo(() => searchEntries(groups, sharedSections, errors), [groups, errors]);
	const isSearching = query.trim() !== "";
	const close = () => {
		setOpen(false);
		setQuery("");
	};
	/** Searches with the current text, which may be ahead of the results shown. */
	const followFirst = () => {
		const [first] = isSearching ? found(entries, query) : [];
		if (!first) return;
		close();
		navigate(`#${first.anchor}`);
	};
	return (
		<div className={classes.contents}>
			<div className={classes.bar}>
				<SearchField onChange={setQuery} onEnter={followFirst} query={query} />
				<Button
					aria-expanded={isOpen}
					className={classes.toggle}
					onClick={() => setOpen(!isOpen)}
					variant="default"
				>
					Contents
				</Button>
			</div>
			{isSearching ? (
				<SearchResults onFollow={close} results={found(entries, typed)} />
			) : (
				<List current={anchor} groups={groups} isOpen={isOpen} onFollow={close} />
			)}
		</div>
	);
}

interface ListProps {
	readonly current: string;
	readonly groups: readonly Group[];
	readonly isOpen: boolean;
	readonly onFollow: () => void;
}

function List({ current, groups, isOpen, onFollow }: ListProps) {
	const link = (anchor: string) => ({
		className: classes.link,
		to: `#${anchor}`,
		onClick: onFollow,
		...(anchor === current ? { "aria-current": "location" as const } : {}),
	});
	return (
		<nav aria-label="Contents" className={classes.list} data-open={isOpen}>
			<h2 className={classes.heading}>
				<Link onClick={onFollow} to="#overview">
					Overview
				</Link>
			</h2>
			{sharedSections.map(({ id, title }) => (
				<Link key={id} {...link(id)}>
					{title}
				</Link>
			))}
			{groups.map((group) => (
				<div key={group.name}>
					<h2 className={classes.heading}>
						<Link onClick={onFollow} to={`#${groupAnchor(group)}`}>
							{group.name}
						</Link>
					</h2>
					{group.operations.map(({ id, method, path }) => (
						<Link key={id} {...link(id)}>
							<span className={classes.call}>
								<Method>{method}</Method> <Path>{path}</Path>
							</span>
						</Link>
					))}
				</div>
			))}
			<h2 className={classes.heading}>When calls fail</h2>
			<Link {...link(ALL_ERRORS.id)}>{ALL_ERRORS.title}</Link>
		</nav>
	);
}
