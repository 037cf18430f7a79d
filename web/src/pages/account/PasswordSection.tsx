import { useState } from "react";
import { useAction } from "../../api/use-route.ts";
import { Surface } from "../../parts/Surface.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import { NewPasswordForm } from "../sign-in/NewPasswordForm.tsx";

export function PasswordSection({ email }: { readonly email: string }) {
	const [round, setRound] = useState(0);
	const change = useAction("POST /password");
	return (
		<Surface description="Changing it signs you out everywhere else." title="Password">
			<NewPasswordForm
				action="Change the password"
				currentLabel="Current password"
				error={change.error}
				isBusy={change.isPending}
				key={round}
				onSubmit={(password, current) =>
					change.mutate(
						{ body: { current, new: password } },
						{
							onSuccess: () => {
								setRound(round + 1);
								notifySuccess("Password changed.");
							},
						},
					)
				}
			>
				<input autoComplete="username" hidden readOnly type="text" value={email} />
			</NewPasswordForm>
		</Surface>
	);
}
