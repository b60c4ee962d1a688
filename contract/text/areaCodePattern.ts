/** An area code of North America; those that end with 11 are services. */
export const areaCodePattern = /^[2-9](?!11)\d{2}$/;
