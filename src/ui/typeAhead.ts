/** Holds what a person types while the field it is meant for is still coming, so that no letter is lost or taken for a command. */
export interface TypeAhead {
  /** What was typed so far; ends the holding. */
  take(): string;
}

/** Begins to hold. The keyboard goes to a field that nobody sees, until `take`. */
export function holdTyping(label: string): TypeAhead {
  const field = document.createElement('textarea');
  field.className = 'sr-only';
  field.setAttribute('aria-label', label);
  document.body.append(field);
  field.focus({ preventScroll: true });
  return {
    take: () => {
      const typed = field.value;
      field.remove();
      return typed;
    },
  };
}
