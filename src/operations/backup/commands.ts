import { claimBackup, leaveBackup, renewBackup } from "./schedule.ts";

/** Write commands of regular backups. */
export const backupCommands = [claimBackup, renewBackup, leaveBackup];
