/**
 * Area codes of the United States; codes that serve one area together (overlays) are joined by slashes. Source: the North American Numbering
 * Plan Administrator's public list of geographic codes, 2026.
 */
import { findRegion } from './regions.ts';

const complexes = `
205/659 251 256/938 334 907 480/602/623 520 928 327/870 479 501 209/350 213/323/738 279/916 310/424 341/510 369/707 408/669 415/628 442/760 530/837
559/357 562 619/858 626 650 657/714 661 747/818 805/820 831 840/909 925 949 951 303/720/983 719 748/970 203/475 860/959 202/771 302 239 305/645/786
321 324/904 352 386 407/689 448/850 561/728 656/813 727 754/954 772 863 941 229 404/470/678/770/943 478 706/762 912 808 319 515 563 641 712 208/986
217/447 224/847 309/861 312/872 331/630 464/708 618/730 773 779/815 219 260 317/463 574 765 812/930 316 620 785 913 270/364 502 606 859 225 318/457 337
504 985 339/781 351/978 413 508/774 617/857 227/240/301 410/443/667 207 231 248/947 269 313/679 517 586 616 734 810 906 989 218 320 507/924 612 651
763 952 235/573 314/557 417 636 660 816/975 228 601/769 471/662 406 252 336/743 472/910 704/980 828 919/984 701 308 402/531 603 201/551 609/640 732/848
856 862/973 908 505 575 702/725 775 212/332/646/917 315/680 329/845 347/718/929 363/516 518/838 585 607 624/716 631/934 914 216 220/740 234/330
283/513 326/937 380/614 419/567 436/440 405/572 539/918 580 458/541 503/971 215/267/445 223/717 272/570 412/878 484/610/835 582/814 724 401 803/839
821/864 843/854 605 423 615/629 731 865 901 931 210/726 214/469/945/972 254 281/346/621/713/832 325 361 409 430/903 432 512/737 682/817 806 830 915
936 940 956 979 385/801 435 276 434 540/826 571/703 686/804 757/948 802 206 253 360/564 425 509 262 274/920 353/608 414 534/715 304/681 307
`;

const areas: ReadonlyMap<string, readonly string[]> = new Map(
  complexes
    .trim()
    .split(/\s+/)
    .flatMap((complex) => {
      const codes = complex.split('/');
      return codes.map((code) => [code, codes] as const);
    }),
);

/** The state of an area code; null when it is none of the United States. */
export const findAreaState = (areaCode: string): string | null => (areas.has(areaCode) ? findRegion(areaCode) : null);

/** The area codes that serve the same area, without the one asked for; empty when it stands alone or is none. */
export const listOverlays = (areaCode: string): string[] => (areas.get(areaCode) ?? []).filter((code) => code !== areaCode);

/** Every area code of the United States. */
export const areaCodes: readonly string[] = [...areas.keys()];
