/** Tags, as commands reach them. */
import type { Tag } from '#contract/tags/entities.ts';
import type { CommandOutcomePromise } from '../core/outcome.ts';

/** Tags and custom fields of the company. */
export interface TagServices {
  all(): Promise<readonly Tag[]>;
  create(name: string): CommandOutcomePromise;
  rename(tag: Tag, name: string): CommandOutcomePromise;
  remove(tag: Tag): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface TagsTypes {
  readonly rows: { readonly tag: Tag };
  readonly scopes: 'tags';
  readonly panes: 'tags';
  readonly services: { readonly tags: TagServices };
  readonly context: {
    /** The company's tags, as far as loaded. */
    readonly tags: readonly Pick<Tag, 'id' | 'name'>[];
  };
}
