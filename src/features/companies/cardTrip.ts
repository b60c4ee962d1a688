/** The way to the page of the card service from the creation of a company, and back: the window forgets all but this. */
const place = 'keyline.companyCreate.card';

export const cardTrip = {
  begin: (companyId: number | null): void => {
    if (companyId !== null) sessionStorage.setItem(place, String(companyId));
  },
  /** The company whose creation the window left for the card; null for none. */
  get: (): number | null => {
    const id = Number(sessionStorage.getItem(place) ?? '');
    return Number.isSafeInteger(id) && id > 0 ? id : null;
  },
  end: (): void => sessionStorage.removeItem(place),
};
