import type { Database } from "../platform/db/database.ts";
import type { SettingsOf } from "../platform/settings.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { DAY_MS, HOUR_MS } from "../platform/time/durations.ts";
import { runPreparing } from "./reprocessing/runner.ts";
import { blankAddresses } from "./retention.ts";
import type { imageSettings } from "./settings.ts";

interface PictureWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly config: { readonly images: Pick<SettingsOf<typeof imageSettings>, "deliveryAddressDays"> };
}

export function pictureWorks({ db, clock, config }: PictureWorkParts): Work[] {
	const days = config.images.deliveryAddressDays;
	const blank = {
		everyMs: 6 * HOUR_MS,
		step: () => db.write(blankAddresses, { beforeMs: clock.now() - days * DAY_MS }),
	};
	return [
		regularWork("expired rows could not be deleted", days === 0 ? [] : [blank]),
		{
			failed: "pictures could not be reprocessed; it is tried again",
			begin: (onFault) => runPreparing({ db, clock }, onFault),
		},
	];
}
