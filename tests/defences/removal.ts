/** A defence, how it is taken out, and the test that fails without it. */
export interface Removal {
  /** Protection, in a few words. */
  readonly defence: string;
  /** Change that removes the protection, in a few words. */
  readonly out: string;
  /** Places in our files; `find` stands there exactly once. */
  readonly edits: readonly (readonly [file: string, find: string, replace: string])[];
  /** The test's file, and a part of its title that no other test of the file has. */
  readonly test: readonly [file: string, title: string];
  /** Environment of the run. */
  readonly environment?: Readonly<Record<string, string>>;
}
