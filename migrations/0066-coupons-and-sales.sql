-- Coupons that do not reduce a sale price further.
alter table coupons add excludes_sale_prices boolean not null default false;
