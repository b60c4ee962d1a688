/** Tags, as commands reach them. */
import type { Tag } from '#contract/tags/entities.ts';
import type { Done } from '../core/outcome.ts';

/** Tags and custom fields of the company. */
export interface TagServices {
  all(): Promise<readonly Tag[]>;
  create(name: string): Done;
  rename(tag: Tag, name: string): Done;
  remove(tag: Tag): Done;
}
