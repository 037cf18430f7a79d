/** Settings of a tested service: a machine that is busy with other tests is no overloaded service. */
export const ON_A_BUSY_MACHINE = {
	PACKSHOT_LAG_MILLISECONDS: "60000",
	PACKSHOT_REQUEST_SECONDS: "120",
	PACKSHOT_SMTP_SECONDS: "120",
};
