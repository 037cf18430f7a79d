import { Button, CloseButton, TextInput } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { groupAnchor } from "./CallIndex.tsx";
import classes from "./Contents.module.css";
import { MethodAndPath } from "./MethodAndPath.tsx";
import { ALL_ERRORS } from "./view/error-anchor.ts";
import type { ApiError } from "./view/errors.ts";
import type { Group } from "./view/operations.ts";
import { type Entry, found, searchEntries } from "./view/search.ts";
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
								<MethodAndPath method={method} path={path} />
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

interface SearchFieldProps {
	readonly query: string;
	readonly onChange: (query: string) => void;
	/** Opens the first result. */
	readonly onEnter: () => void;
}

/** `/` focuses it from anywhere on the page, arrow down moves to the first result, Enter opens that. */
function SearchField({ query, onChange, onEnter }: SearchFieldProps) {
	const field = useRef<HTMLInputElement>(null);
	useHotkeys([["/", () => field.current?.focus()]]);
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key === "Escape") onChange("");
		if (event.key === "Enter") onEnter();
		if (event.key !== "ArrowDown") return;
		event.preventDefault();
		document.querySelector<HTMLAnchorElement>("[data-result]")?.focus();
	};
	return (
		<TextInput
			aria-label="Search the reference"
			autoComplete="off"
			leftSection={<IconSearch size={16} stroke={1.8} />}
			onChange={(event) => onChange(event.currentTarget.value)}
			onKeyDown={onKeyDown}
			placeholder="Search"
			ref={field}
			rightSection={
				query === "" ? null : (
					<CloseButton aria-label="Clear the search" onClick={() => onChange("")} size="sm" />
				)
			}
			spellCheck={false}
			type="search"
			value={query}
		/>
	);
}

interface SearchResultsProps {
	readonly results: readonly Entry[];
	readonly onFollow: () => void;
}

/** The results, navigable with the arrow keys. Links are followed by the router, because they disappear before the browser would follow them. */
function SearchResults({ results, onFollow }: SearchResultsProps) {
	return (
		<nav aria-label="Search results" className={classes.results}>
			<p className={classes.count} role="status">
				{results.length === 0 ? "Nothing found" : `${results.length} found`}
			</p>
			{results.map(({ anchor, title, context, kind }) => (
				<Link
					className={classes.result}
					data-result={kind}
					key={`${anchor} ${title}`}
					onClick={onFollow}
					onKeyDown={walk}
					to={`#${anchor}`}
				>
					<span className={classes.found}>{title}</span>
					<span className={classes.context}>{context}</span>
				</Link>
			))}
		</nav>
	);
}

function walk(event: KeyboardEvent<HTMLAnchorElement>): void {
	const { key, currentTarget } = event;
	if (key !== "ArrowDown" && key !== "ArrowUp") return;
	event.preventDefault();
	const next = key === "ArrowDown" ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
	if (next instanceof HTMLAnchorElement) next.focus();
	else if (key === "ArrowUp") document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
}
