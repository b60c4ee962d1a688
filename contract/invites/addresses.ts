/** Reads addresses from a pasted list: one a line or separated by commas or semicolons; `Ana Flores <ana@example.com>` is read too. */

/** The parts of a pasted list that have something in them, trimmed. */
export function splitAddressLines(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The address in a line, lower-cased: what stands in angle brackets, else the line. It may be none: that is for a schema to say. */
export function readAddress(line: string): string {
  return (/<([^<>]*)>\s*$/.exec(line)?.[1] ?? line).trim().toLowerCase();
}
