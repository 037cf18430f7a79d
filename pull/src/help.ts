/** What `packshot-pull --help` prints. */
export const HELP = `Usage: packshot-pull LIST --out FOLDER [options]
       packshot-pull --refresh --out FOLDER
       packshot-pull check FILE

Buys the products on a list and fetches them: pictures, products.ndjson, products.csv and a report.
If anything interrupts the command, run it again: nothing is paid for twice.

check holds a product file for Google Merchant Center against Google's rules, without a service.

LIST is a text file with one barcode per line, a CSV file of any kind, or an Excel workbook (.xlsx); - reads stdin.
Barcodes may have any form. How the list was read is printed first.

  --out FOLDER           where to write everything; the folder also records what was bought (default: .)
  --barcode-column NAME|NUMBER
                         column of the list that holds the barcodes (default: detected by its
                         name and its check digits)
  --encoding NAME        encoding of the list, such as windows-1255 (default: detected)
  --delimiter CHARACTER  character between the cells of the list, or tab (default: detected)
  --sheet NAME|NUMBER    sheet of the workbook (default: the first visible one that holds something)
  --accept-suggestions   where a check digit is wrong or left off, take the product that is probably meant
  --units                where a case is listed, take the item inside it
  --only-with-pictures   leave out products that have none of the pictures wanted
  --include A,B          info, hechshers, nutrition, ingredients, catalog_meta, image_meta, images,
                         or product_meta for the first five (default: all)
  --variants A,B         front, back, front_clean, back_clean (default: all)
  --size PIXELS          longer edge of the pictures, one of the sizes the service offers (default: full)
                         size, include, variants, format, image-base-url and upload are kept in the folder:
                         they are the defaults of later runs there, and a change is asked
  --refresh              bring the products in the folder up to date: changed texts, pictures and removals
                         since the last run; free while their orders live, otherwise priced and asked.
                         The file of new products stays; what changed is in the files named update and urgent
  --watch MINUTES        repeat --refresh every so many minutes until interrupted; what goes wrong in one round
                         is reported and tried again in the next
  --max-credits AMOUNT   never spend more than this on the folder, in all runs together
  --yes                  buy without asking
  --json                 report messages, progress and the result as JSON on stdout, one object a line
  --parallel NUMBER      number of pictures to fetch at a time, 1 to 32 (default: 4)
  --format SHOP          also write an import file for woocommerce, shopify or google-merchant; if
                         LIST is what that shop exports, one that updates its products
  --shop-export FILE     what the shop exports, if LIST is another file: products that are in it are
                         updated, the others are written as new ones, each in a file of their own
  --image-base-url URL   URL at which the shop will serve the pictures in the folder
                         the address of one of them, once it is there, is enough
  --upload TARGET        put the pictures where anybody can fetch them and use their addresses, in the media
                         library (wordpress, with WORDPRESS_URL, WORDPRESS_USER and
                         WORDPRESS_APPLICATION_PASSWORD) or in a bucket (s3://BUCKET/PREFIX?endpoint=URL&region=NAME,
                         with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)
  --upload-credentials FILE
                         file with those variables, a NAME=value a line, that nobody else can read
  --url URL              base URL of the service (or PACKSHOT_URL)
  --client-id ID         ID of the key that pays (or PACKSHOT_CLIENT_ID)
  --api-key-file FILE    file with the key's secret (or PACKSHOT_API_KEY; it is not an option)
  --help, --version

Exit codes:
  0  done; report.csv shows what was not found
  1  something failed: run the same command again
  2  the options, list, folder or credentials are not usable
  3  not bought: not confirmed
  4  not bought: it costs more than --max-credits or the balance
  5  done, and a kosher alert, a withdrawn hechsher, changed allergens or a removal needs somebody
`;
