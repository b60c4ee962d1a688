/** Pages of a fax in words; apart from the commands, since a thread says it before they are there. */

/** "1 page", "3 pages". */
export const formatPageCount = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;
