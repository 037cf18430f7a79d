import { Button } from "@mantine/core";
import { Link } from "react-router";
import { Surface } from "../../parts/Surface.tsx";
import classes from "./Home.module.css";
import type { ToDo } from "./to-do.ts";

/** What there is to do; renders nothing if the list is empty. */
export function ToDoList({ toDos }: { readonly toDos: readonly ToDo[] }) {
	if (toDos.length === 0) return null;
	return (
		<Surface title="What needs doing">
			<ul className={classes.toDos}>
				{toDos.map(({ clientId, keyName, text, to, action }) => (
					<li key={`${clientId} ${text}`}>
						<span>
							<Link className={classes.key} to={`/keys/${clientId}`}>
								<bdi>{keyName}</bdi>
							</Link>{" "}
							{text}
						</span>
						<Button component={Link} size="xs" to={`/keys/${clientId}/${to}`} variant="light">
							{action}
						</Button>
					</li>
				))}
			</ul>
		</Surface>
	);
}
