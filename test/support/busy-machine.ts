/** Settings for tested services: a machine kept busy by other tests must not count as an overloaded service. */
export const ON_A_BUSY_MACHINE = {
	PACKSHOT_LAG_MILLISECONDS: "60000",
	PACKSHOT_REQUEST_SECONDS: "120",
	PACKSHOT_SMTP_SECONDS: "120",
};
