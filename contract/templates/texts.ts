/** Texts of number templates. */

/** Said wherever a template without routes is refused. */
export const noRoutesInTemplate = 'A template needs at least one route: add an extension first';
