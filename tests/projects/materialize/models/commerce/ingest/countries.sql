CREATE TABLE countries (code text NOT NULL, name text NOT NULL, region text, vat_rate numeric);
