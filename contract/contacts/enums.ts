/** Enumerations of contacts (enums.tsv). */

/** ENUM-170 manual; the others are the trade's words (AMB-78). */
export const optInTypes = ['manual', 'import', 'inbound', 'web_form', 'keyword'] as const;
