/** How databases of tests are made, for those who only ask for one. */

/** The database every test is cloned from. */
export const template = 'keyline_template';

/** The statement that clones a database. Its files are copied: written through the log, as by default, they cost several times as much. */
export const getCloneStatement = (name: string, from = template): string => `create database ${name} template ${from} strategy file_copy`;
